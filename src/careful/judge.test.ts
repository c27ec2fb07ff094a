import { describe, expect, test } from 'vitest';
import type { FileChange } from '../tamper/change.ts';
import type { ShownSides } from './judge.ts';
import { judgeCareful } from './judge.ts';

const side = (text: string) => ({ id: text, mode: '100644', text });

/** A new file, of which the diff shows everything. */
const added = (path: string, text: string): readonly string[] =>
  told([{ path, after: side(text) }], { before: [], after: [{ from: 1, to: text.split('\n').length }] });

const told = (changes: readonly FileChange[], shown: ShownSides): readonly string[] =>
  judgeCareful(changes, () => shown).map(({ kind, file, line, what }) => `${kind} ${file}:${line} ${what}`);

describe('code in which order matters, or other machines do, is seen in', () => {
  test.each([
    ['Go, a mutex', 'a.go', 'type t struct {\n\tmu sync.Mutex\n}', 'concurrent a.go:2 a lock'],
    ['Go, taking it', 'a.go', 't.mu.RLock()', 'concurrent a.go:1 a lock'],
    ['Go, an atomic', 'a.go', 'n := atomic.AddInt64(&c, 1)', 'concurrent a.go:1 an atomic'],
    ['Go, a goroutine', 'a.go', 'go func() { work() }()', 'concurrent a.go:1 a goroutine or a channel'],
    ['Go, a channel', 'a.go', 'done := make(chan struct{})', 'concurrent a.go:1 a goroutine or a channel'],
    ['Java, synchronized', 'A.java', 'synchronized (this) {}', 'concurrent A.java:1 a lock'],
    ['Java, an atomic', 'A.java', 'AtomicLong n = new AtomicLong();', 'concurrent A.java:1 an atomic'],
    ['Java, a map', 'A.java', 'new ConcurrentHashMap<>()', 'concurrent A.java:1 a concurrent collection'],
    ['Java, a transaction', 'A.java', '@Transactional\nvoid go() {}', 'concurrent A.java:1 a transaction'],
    ['Kotlin, a lock', 'a.kt', 'mutex.withLock { n++ }', 'concurrent a.kt:1 a lock'],
    ['Rust, a mutex', 'a.rs', 'let m = Arc::new(Mutex::new(0));', 'concurrent a.rs:1 a lock'],
    ['Rust, memory order', 'a.rs', 'n.load(Ordering::SeqCst)', 'concurrent a.rs:1 an atomic'],
    ['Rust, a task', 'a.rs', 'tokio::spawn(async move {});', 'concurrent a.rs:1 a thread'],
    ['Python, a lock', 'a.py', 'with self._lock:\n    pass', 'concurrent a.py:1 a lock'],
    ['Python, tasks', 'a.py', 'await asyncio.gather(a(), b())', 'concurrent a.py:1 a thread'],
    ['Python, a transaction', 'a.py', 'with transaction.atomic():', 'concurrent a.py:1 a transaction'],
    ['TypeScript, a race', 'a.ts', 'await Promise.race([a, b]);', 'concurrent a.ts:1 a race'],
    ['TypeScript, shared memory', 'a.ts', 'Atomics.add(cells, 0, 1);', 'concurrent a.ts:1 an atomic'],
    ['TypeScript, a worker', 'a.ts', "new Worker('./w.js')", 'concurrent a.ts:1 a worker'],
    [
      'TypeScript, a transaction',
      'a.ts',
      'await db.transaction(async () => {});',
      'concurrent a.ts:1 a transaction',
    ],
    ['C++, a lock', 'a.cpp', 'std::lock_guard<std::mutex> hold(m);', 'concurrent a.cpp:1 a lock'],
    ['C#, a lock', 'a.cs', 'lock (_gate) { n++; }', 'concurrent a.cs:1 a lock'],
    ['Swift, an actor', 'a.swift', 'actor Counter { }', 'concurrent a.swift:1 a thread'],
    ['Ruby, a mutex', 'a.rb', '@mutex.synchronize { n += 1 }', 'concurrent a.rb:1 a lock'],
    ['shell, a lock of a file', 'a.sh', 'flock -n 9 || exit 1', 'concurrent a.sh:1 a lock'],
    ['SQL', 'a.sql', 'select * from t for update;', 'concurrent a.sql:1 a transaction'],
    [
      'SQL in a string',
      'a.go',
      'db.Query("SELECT id FROM t FOR UPDATE SKIP LOCKED")',
      'concurrent a.go:1 a transaction',
    ],
    ['a broker', 'a.ts', "import { Kafka } from 'kafkajs';", 'distributed a.ts:1 a queue or a broker'],
    ['a job', 'a.py', '@shared_task\ndef send(): ...', 'distributed a.py:1 a queue or a broker'],
    ['retries', 'a.ts', 'const maxRetries = 3;', 'distributed a.ts:1 retries'],
    ['waits that grow', 'a.go', 'time.Sleep(backoff)', 'distributed a.go:1 retries'],
    ['a key for the same request', 'a.rb', 'idempotency_key = id', 'distributed a.rb:1 retries'],
    ['who leads', 'a.go', 'leaderElection.Run(ctx)', 'distributed a.go:1 agreement between machines'],
    ['a lock of many', 'a.py', 'client.setnx(key, 1)', 'distributed a.py:1 agreement between machines'],
  ])('%s', (_what, path, text, expected) => {
    expect(added(path, text)).toContain(expected);
  });
});

describe('what is ordinary is no reason to be careful', () => {
  test.each([
    ['TypeScript that waits', 'a.ts', 'const [a, b] = await Promise.all([one(), two()]);'],
    ['TypeScript that reads', 'a.ts', "const text = await readFile('a', 'utf8');\nclock.block(text);"],
    ['a word that only looks like one', 'a.ts', 'retrieve(draft).consult(blocks, unlocked, clockwise);'],
    ['Go that computes', 'a.go', 'func goes(channel string) { selected = channel }'],
    ['Java that computes', 'A.java', 'int total = locked ? 0 : threadCount;'],
    ['Rust that computes', 'a.rs', 'match a.cmp(&b) { Ordering::Less => 1, _ => 2 }'],
    ['Python that computes', 'a.py', 'with open(path) as blocks:\n    return gather(blocks)'],
    ['C# that asks', 'a.cs', 'Block(thing); await Task.Delay(1);'],
    ['Ruby that computes', 'a.rb', 'thread_count = queue_size + 1'],
    ['SQL that reads', 'a.sql', 'select id, updated_at from t where locked = 1;'],
    ['a sentence in a string', 'a.ts', "say('retry the transaction with a mutex, or go on');"],
    ['"for update" in a sentence', 'a.ts', "say('look for update now');"],
    ['a comment', 'a.go', '// the sync.Mutex is held, go func() retries'],
    ['a docstring', 'a.py', 'def go():\n    """Uses a threading.Lock and retries."""'],
    ['prose', 'docs/a.md', 'Take sync.Mutex, then retry.'],
    ['a test', 'src/a.test.ts', 'await Promise.race([a, b]);'],
    ['what is generated', 'dist/a.js', 'Promise.race([a, b]);'],
    ['data', 'a.json', '{ "maxRetries": 3 }'],
    ['another language', 'a.py', 'synchronized = volatile'],
  ])('%s', (_what, path, text) => {
    expect(added(path, text)).toEqual([]);
  });
});

describe('where it counts', () => {
  const far = `${'line\n'.repeat(20)}m.Lock()\n${'line\n'.repeat(20)}`;

  test('is what the diff shows, and not the rest of the file (CAREFUL-1)', () => {
    const change = { path: 'a.go', before: side(far), after: side(far.replace('line', 'other')) };
    const near = { before: [{ from: 18, to: 24 }], after: [{ from: 18, to: 24 }] };
    expect(told([change], { before: [{ from: 1, to: 4 }], after: [{ from: 1, to: 4 }] })).toEqual([]);
    expect(told([change], near)).toEqual(['concurrent a.go:21 a lock']);
  });

  test('is what was taken out as well, at the line where it stood', () => {
    const change = { path: 'a.go', before: side('m.Lock()\nn++\n'), after: side('n++\n') };
    expect(told([change], { before: [{ from: 1, to: 2 }], after: [{ from: 1, to: 1 }] })).toEqual([
      'concurrent a.go:1 a lock',
    ]);
  });

  test('is said once a file (CAREFUL-3)', () => {
    expect(added('a.go', 'm.Lock()\nn++\nm.Unlock()\n')).toEqual(['concurrent a.go:1 a lock']);
  });

  test('is nowhere in a file that is not in the diff, or that nobody could read', () => {
    expect(judgeCareful([{ path: 'a.go', after: side('m.Lock()') }], () => undefined)).toEqual([]);
    const large = [{ path: 'a.go', after: { id: 'x', mode: '100644' } }];
    expect(told(large, { before: [], after: [{ from: 1, to: 9 }] })).toEqual([]);
  });
});
