// What a child process may know of ours: an allow-list, because no list of credential names is ever whole.
// HOME is not on it: where a process keeps its own files is for the caller to say.

const allowed = new Set(['PATH', 'LANG', 'LANGUAGE', 'TZ', 'TERM', 'TMPDIR']);

/** The allowed part of an environment, and `extra` over it. */
export function cleanEnvironment(
  from: Readonly<Record<string, string | undefined>>,
  extra: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) {
    if (value !== undefined && (allowed.has(name) || /^LC_[A-Z]+$/.test(name))) clean[name] = value;
  }
  return { ...clean, ...extra };
}
