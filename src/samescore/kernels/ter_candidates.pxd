# What ter.py calls of ter_candidates.py, without the interpreter.
cdef Py_ssize_t list_candidates(
    int[::1] words, int[::1] others, Py_ssize_t n, Py_ssize_t m, Py_ssize_t size, Py_ssize_t max_shift_size,
    Py_ssize_t max_shift_distance, Py_ssize_t max_candidates, Py_ssize_t checked, int[::1] position, int[::1] h_wrong,
    int[::1] r_wrong, int[::1] latest, int[::1] before, int[::1] candidates, int[::1] by_size,
) noexcept nogil
