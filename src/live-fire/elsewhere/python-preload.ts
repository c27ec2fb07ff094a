// The same for Python, which imports a module of this name as it starts.

import type { Preload } from './kinds.ts';

export function pythonPreload({ kinds, place, laterMs, hidden }: Preload): string {
  return [
    head(place.dir),
    kinds.has('date') ? later(laterMs / 1000) : '',
    kinds.has('runner') ? unseenVariables(hidden) : '',
    kinds.has('folder') ? otherFolder : '',
    kinds.has('delivered') ? unseenTests : '',
  ].join('\n');
}

/** Whose call it is: the first file on the stack that belongs to neither this module nor Python itself. */
const head = (dir: string): string => `import os
import re
import sys

_root = ${JSON.stringify(dir)}
_library = os.path.dirname(os.__file__)
_packages = os.sep + "site-packages" + os.sep
_tests = re.compile(r"(?:^|/)(?:tests?|specs?)(?:/|$)|(?:^|/)(?:tests?_[^/]*|[^/]*_tests?|conftest)\\.py$", re.I)


def _inside(name):
    return name == _root or name.startswith(_root + os.sep)


def _about_tests(name):
    return bool(_tests.search(name[len(_root):]))


def _is_own(name):
    return _inside(name) and _packages not in name


def _caller():
    frame = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_filename
        is_library = name.startswith(("<frozen", _library)) and _packages not in name
        if name != __file__ and not is_library:
            return name if os.path.isabs(name) else _root + os.sep + name
        frame = frame.f_back
    return ""
`;

const later = (seconds: number): string => `
import datetime
import time

_later = ${seconds}
_time, _time_ns, _localtime, _gmtime, _strftime = time.time, time.time_ns, time.localtime, time.gmtime, time.strftime
time.time = lambda: _time() + _later
time.time_ns = lambda: _time_ns() + _later * 10**9
time.localtime = lambda seconds=None: _localtime(time.time() if seconds is None else seconds)
time.gmtime = lambda seconds=None: _gmtime(time.time() if seconds is None else seconds)
time.strftime = lambda form, at=None: _strftime(form, time.localtime() if at is None else at)

_datetime, _date = datetime.datetime, datetime.date


class _Kind(type):
    def __instancecheck__(cls, one):
        return isinstance(one, cls.__mro__[1])

    def __subclasscheck__(cls, one):
        return issubclass(one, cls.__mro__[1])


def _now(cls, tz=None):
    return cls.fromtimestamp(time.time(), tz)


def _utcnow(cls):
    return cls.fromtimestamp(time.time(), datetime.timezone.utc).replace(tzinfo=None)


def _today(cls):
    return cls.fromtimestamp(time.time())


datetime.date = _Kind("datetime.date", (_date,), {
    "__module__": "datetime", "__qualname__": "date", "today": classmethod(_today)})
datetime.datetime = _Kind("datetime.datetime", (_datetime,), {
    "__module__": "datetime", "__qualname__": "datetime", "today": classmethod(_today),
    "now": classmethod(_now), "utcnow": classmethod(_utcnow)})


def _aged(result):
    kind, (values, more) = result.__reduce__()
    values = [value + _later if 7 <= n <= 9 else value for n, value in enumerate(values)]
    for name, value in list(more.items()):
        if name.endswith("time"):
            more[name] = value + _later
        elif name.endswith("time_ns"):
            more[name] = value + _later * 10**9
    return kind(values, more)


def _later_stat(real):
    return lambda *args, **more: _aged(real(*args, **more))


for _name in ("stat", "lstat", "fstat"):
    setattr(os, _name, _later_stat(getattr(os, _name)))

_utime = os.utime


def _earlier(path, times=None, **more):
    if times is not None:
        times = tuple(each - _later for each in times)
    if "ns" in more:
        more["ns"] = tuple(each - _later * 10**9 for each in more["ns"])
    return _utime(path, times, **more)


os.utime = _earlier
`;

const unseenVariables = (names: readonly string[]): string => `
_unseen = frozenset(${JSON.stringify(names)})
_environ = type(os.environ)
_getitem, _iter = _environ.__getitem__, _environ.__iter__


def _is_unseen(name):
    return name in _unseen and _is_own(_caller())


def _seen_getitem(self, name):
    if _is_unseen(name):
        raise KeyError(name)
    return _getitem(self, name)


def _seen_iter(self):
    names = list(_iter(self))
    if _unseen.isdisjoint(names) or not _is_own(_caller()):
        return iter(names)
    return iter([name for name in names if name not in _unseen])


_environ.__getitem__, _environ.__iter__ = _seen_getitem, _seen_iter
_environ.__contains__ = lambda self, name: name in list(iter(self))
`;

const otherFolder = `
_other = os.path.join(os.path.dirname(os.path.dirname(__file__)), "folder")
try:
    os.symlink(_root, _other)
except OSError:
    pass
_getcwd = os.getcwd


def _other_cwd():
    here = _getcwd()
    return _other + here[len(_root):] if _inside(here) and _is_own(_caller()) else here


os.getcwd = _other_cwd
`;

const unseenTests = `
_alias = os.path.join(os.path.dirname(os.path.dirname(__file__)), "folder")
_nowhere = os.path.join(_root, ".nowhere")


def _is_hidden(name):
    if not isinstance(name, (str, os.PathLike)):
        return False
    name = os.fspath(name)
    if not isinstance(name, str):
        return False
    whole = os.path.abspath(name)
    if whole.startswith(_alias):
        whole = _root + whole[len(_alias):]
    if not _is_own(whole) or not _about_tests(whole):
        return False
    by = _caller()
    return _is_own(by) and not _about_tests(by)


def _seen_only(real):
    return lambda name=".", *args, **more: real(_nowhere if _is_hidden(name) else name, *args, **more)


for _name in ("stat", "lstat", "access", "scandir"):
    setattr(os, _name, _seen_only(getattr(os, _name)))
_listdir = os.listdir
os.listdir = lambda name=".": [each for each in _listdir(name) if not _is_hidden(os.path.join(name, each))]
`;
