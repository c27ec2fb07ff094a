// What concurrent and distributed code looks like, as data: a word or a call that is hardly written for anything else. A sign
// that ordinary code is full of (a promise, a request) is none, or every change would be one to read with care.
//   SIGNS-1. A sign is a name of the language or a library, or a word that names the thing itself; never a guess at what code means.

import type { CareKind } from '../core/evidence/careful.ts';
import type { LanguageName } from '../tamper/language.ts';

export interface Sign {
  readonly kind: CareKind;
  /** What it is, for people. */
  readonly what: string;
  readonly pattern: RegExp;
  /** Left out: whatever the language. */
  readonly languages?: readonly (LanguageName | 'sql')[];
  /** It stands in strings as well: SQL, and names of libraries. */
  readonly quoted?: true;
}

const concurrent = (what: string, languages: Sign['languages'] & {}, pattern: RegExp): Sign => ({
  kind: 'concurrent',
  what,
  languages,
  pattern,
});

export const signs: readonly Sign[] = [
  // locks, by language
  concurrent(
    'a lock',
    ['go'],
    /\bsync\.(?:RW)?(?:Mutex|WaitGroup|Once|Cond|Map|Pool|Locker)\b|\.R?(?:Lock|Unlock|TryLock)\(\)/,
  ),
  concurrent(
    'a lock',
    ['java'],
    /\bsynchronized\b|\b(?:Reentrant(?:ReadWrite)?Lock|ReadWriteLock|StampedLock|CountDownLatch|CyclicBarrier|Phaser)\b|\bMutex\s*\(|\.withLock\b/,
  ),
  concurrent('a lock', ['rust'], /\b(?:Mutex|RwLock|Condvar|Barrier|OnceLock|OnceCell|Semaphore)\s*(?:<|::)/),
  concurrent(
    'a lock',
    ['other'],
    /\bstd::(?:recursive_|shared_|timed_)*mutex\b|\b(?:lock_guard|unique_lock|scoped_lock|shared_lock|condition_variable)\b|\bpthread_\w+|\block\s*\(\s*(?:this|_?\w*(?:lock|sync|mutex|gate)\w*)\s*\)|\bMonitor\.(?:Enter|Exit|Wait|Pulse)|\bSemaphoreSlim\b|\bReaderWriterLock\w*|\bNSLock\b|\bos_unfair_lock|\bspin_?lock\b/i,
  ),
  concurrent(
    'a lock',
    ['python'],
    /\b(?:threading|multiprocessing|asyncio|anyio|trio)\.(?:R?Lock|Semaphore|BoundedSemaphore|Condition|Event|Barrier)\b|\b(?:async\s+)?with\s+[\w.]*_?lock\b|\.(?:acquire|release)\(/,
  ),
  concurrent(
    'a lock',
    ['ruby'],
    /\b(?:Mutex|Monitor|ConditionVariable|Thread::Mutex)\.new\b|\.synchronize\b|\bwith_lock\b|\.with_advisory_lock\b/,
  ),
  concurrent(
    'a lock',
    ['script'],
    /\bnew\s+(?:Async)?(?:Mutex|Semaphore|Lock|RWLock)\b|\bnavigator\.locks\b|\.(?:acquireLock|releaseLock|runExclusive)\b/,
  ),
  concurrent('a lock', ['perl', 'shell', 'python', 'other', 'ruby'], /\bflock\b|\blockf?\s*\(\s*\$/),
  // shared memory and its order
  concurrent('an atomic', ['go'], /\batomic\.\w+/),
  concurrent(
    'an atomic',
    ['rust'],
    /\bAtomic(?:Bool|Ptr|[IU](?:8|16|32|64|size))\b|\bOrdering::(?:Relaxed|Acquire|Release|AcqRel|SeqCst)\b/,
  ),
  concurrent(
    'an atomic',
    ['java'],
    /\bAtomic(?:Integer|Long|Boolean|Reference)\w*|\bvolatile\b|\bVarHandle\b|\bLongAdder\b|@Volatile\b/,
  ),
  concurrent(
    'an atomic',
    ['other'],
    /\bstd::atomic\b|\batomic_\w+|\bmemory_order_\w+|\bInterlocked\.\w+|\bvolatile\b|\b__sync_\w+/,
  ),
  concurrent('an atomic', ['script'], /\bAtomics\.\w+|\bSharedArrayBuffer\b/),
  concurrent(
    'a concurrent collection',
    ['java', 'other'],
    /\bConcurrent(?:HashMap|LinkedQueue|Dictionary|Queue|Bag|SkipList\w+)\b|\bCopyOnWrite\w+|\bBlocking(?:Queue|Collection)\b/,
  ),
  // threads, and whatever else runs at the same time
  concurrent(
    'a goroutine or a channel',
    ['go'],
    /\bgo\s+(?:func\b|[\w.]+\()|\bchan\b|\bselect\s*\{|\berrgroup\./,
  ),
  concurrent(
    'a thread',
    ['rust'],
    /\b(?:thread|tokio|task|rayon|async_std)::(?:spawn|scope)\w*|\bmpsc::|\btokio::select!|\bcrossbeam/,
  ),
  concurrent(
    'a thread',
    ['java'],
    /\bnew\s+Thread\b|\bExecutors?\.new\w+|\bExecutorService\b|\bCompletableFuture\b|\bGlobalScope\b|\brunBlocking\b/,
  ),
  concurrent(
    'a thread',
    ['other'],
    /\bstd::(?:j?thread|async)\b|\bDispatchQueue\b|\bThread\.Start\b|\bnew\s+Thread\b|\bParallel\.(?:For|ForEach|Invoke)|\bTask\.WhenAny\b|\bactor\s+[A-Z]\w*/,
  ),
  concurrent(
    'a thread',
    ['python'],
    /\bthreading\.(?:Thread|Timer|local)\b|\bmultiprocessing\.(?:Process|Pool|Queue|Manager)\b|\b(?:Thread|Process)PoolExecutor\b|\basyncio\.(?:create_task|gather|wait|Queue|TaskGroup|ensure_future)\b/,
  ),
  concurrent('a thread', ['ruby'], /\bThread\.(?:new|start|fork)\b|\bRactor\.new\b|\bConcurrent::\w+/),
  concurrent('a worker', ['script'], /\bnew\s+(?:Shared)?Worker\b|\bworker_threads\b|\bcluster\.fork\b/),
  concurrent('a race', ['script'], /\bPromise\.(?:race|any)\b/),
  concurrent('a race', ['python'], /\basyncio\.FIRST_COMPLETED\b|\breturn_when\b/),
  concurrent('threads', ['perl'], /\bthreads(?:::shared)?\s*(?:->|;)|\bfork\s*(?:\(\s*\))?\s*[;)]/),
  // transactions: what others see of it, and when
  {
    kind: 'concurrent',
    what: 'a transaction',
    pattern:
      /\bSTART\s+TRANSACTION\b|\bBEGIN\s+(?:TRANSACTION|IMMEDIATE|EXCLUSIVE)\b|\bISOLATION\s+LEVEL\b|\bFOR\s+(?:NO\s+KEY\s+)?UPDATE\b|\bSKIP\s+LOCKED\b|\bLOCK\s+TABLES?\b|\bpg_(?:try_)?advisory_\w*lock\w*|\bGET_LOCK\s*\(/,
    quoted: true,
  },
  concurrent(
    'a transaction',
    ['sql'],
    /\b(?:start|begin)\s+transaction\b|\bisolation\s+level\b|\bfor\s+(?:no\s+key\s+)?update\b|\bskip\s+locked\b|\block\s+table\b/i,
  ),
  {
    kind: 'concurrent',
    what: 'a transaction',
    pattern:
      /@Transactional\b|\btransaction\.atomic\b|\.(?:begin_?transaction|beginTx|startTransaction)\b|\.\$?transaction\s*(?:\(|do\b|\{)|\bdb\.Begin\w*\(|\bselect_for_update\b|\bSavepoint\b|\.lockForUpdate\b|\bPESSIMISTIC_\w+/i,
  },
  // between machines
  {
    kind: 'distributed',
    what: 'a queue or a broker',
    pattern:
      /\b(?:kafka|kafkajs|rabbitmq|amqp(?:lib)?|aiokafka|confluent_kafka|nats|pulsar|zeromq|zmq|bullmq|sidekiq|celery|activemq|servicebus|eventbridge)\b|\b(?:sqs|sns)[._-]?client\b|\bpub_?sub\b/i,
    quoted: true,
  },
  {
    kind: 'distributed',
    what: 'a queue or a broker',
    pattern:
      /\b(?:Message|Job|Task|Work)Queue\b|\b(?:basic_?|queue_?)publish\b|\b(?:dead_?letter|enqueue|dequeue)\w*|@(?:shared_task|app\.task|KafkaListener|RabbitListener|SqsListener)\b|\bperform_later\b|\bconsumer_?group\b/i,
  },
  {
    kind: 'distributed',
    what: 'retries',
    pattern:
      /\b(?:\w*_)?retr(?:y|ies)(?:_\w*)?\b|\b(?:max|with|should|on|no|num|is|can|do)Retr(?:y|ies)\w*|\bretr(?:y|ies)[A-Z]\w*|\bRetr(?:y|ies|yable)[A-Z]?\w*|\b\w*back_?off\w*|\bidempoten\w+|\bcircuit_?breaker\w*/,
  },
  {
    kind: 'distributed',
    what: 'agreement between machines',
    pattern:
      /\b\w*leader_?elect\w*|\bquorum\w*|\braft\b|\bpaxos\b|\b(?:etcd|zookeeper)\w*|\bconsul\b|\bred_?lock\b|\bsetnx\b|\bdistributed_?lock\w*|\btwo_?phase_?commit\w*|\bcompare_?and_?(?:swap|set)\w*|\bfencing_?token\w*|\bvector_?clock\w*|\bacquire_?lease\w*|\brenew_?lease\w*|\blease_?(?:id|ttl|holder|owner)\w*/i,
  },
];
