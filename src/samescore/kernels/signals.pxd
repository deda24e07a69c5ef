# What other kernels call of signals.py, without the interpreter.
cdef long long counted(long long steps, long long more) except -1 nogil
