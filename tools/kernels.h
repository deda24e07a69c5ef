/* Included before the C code of every kernel, to make compiling cheaper.

   The time of a kernel is spent in its loops over numbers, the time of a compiler in the calls of Python around them.
   Counting references by a call, and leaving it to the compiler which of Cython's helpers to inline, makes that code smaller. */

#ifndef SAMESCORE_KERNELS_H
#define SAMESCORE_KERNELS_H

#define CYTHON_INLINE
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#undef Py_INCREF
#undef Py_DECREF
#undef Py_XINCREF
#undef Py_XDECREF
#define Py_INCREF(object) Py_IncRef((PyObject *)(object))
#define Py_DECREF(object) Py_DecRef((PyObject *)(object))
#define Py_XINCREF(object) Py_IncRef((PyObject *)(object))
#define Py_XDECREF(object) Py_DecRef((PyObject *)(object))

#endif
