// System calls that no program in a box needs, and that reach around what a box is made of: other people's keys, mounts, the
// kernel's own programs and modules, the memory of others. A filter the kernel runs at each call says no to them.
//
// Invariants
//   SYSTEM-CALLS-1. The architecture is looked at first: on a machine that also takes the calls of an older one (i386, x32), their
//       numbers mean something else, so that none of them is let through.
//   SYSTEM-CALLS-2. What is not listed is let through: programs of people do what nobody thought of, and the box holds them all the same.
//   SYSTEM-CALLS-3. Nobody attaches to a process they did not start, unless the box says that they may. Being traced by whoever started
//       one, as debuggers do it, is left: it reaches nobody else.

interface Machine {
  /** As the kernel names it in what a filter sees. */
  readonly audit: number;
  /** Calls from here on belong to another interface of the same machine. */
  readonly othersFrom?: number;
  readonly denied: Readonly<Record<string, number>>;
  readonly ptrace: number;
}

/** The same number everywhere. */
const everywhere = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  mount_setattr: 442,
  quotactl_fd: 443,
  open_tree_attr: 467,
  pidfd_getfd: 438,
} as const;

const machines: Readonly<Partial<Record<NodeJS.Architecture, Machine>>> = {
  x64: {
    audit: 0xc0_00_00_3e,
    othersFrom: 0x40_00_00_00,
    ptrace: 101,
    denied: {
      ...everywhere,
      add_key: 248,
      request_key: 249,
      keyctl: 250,
      bpf: 321,
      perf_event_open: 298,
      userfaultfd: 323,
      mount: 165,
      umount2: 166,
      pivot_root: 155,
      chroot: 161,
      swapon: 167,
      swapoff: 168,
      reboot: 169,
      init_module: 175,
      finit_module: 313,
      delete_module: 176,
      kexec_load: 246,
      kexec_file_load: 320,
      acct: 163,
      quotactl: 179,
      lookup_dcookie: 212,
      syslog: 103,
      vhangup: 153,
      iopl: 172,
      ioperm: 173,
      setns: 308,
      open_by_handle_at: 304,
      process_vm_readv: 310,
      process_vm_writev: 311,
      kcmp: 312,
    },
  },
  arm64: {
    audit: 0xc0_00_00_b7,
    ptrace: 117,
    denied: {
      ...everywhere,
      add_key: 217,
      request_key: 218,
      keyctl: 219,
      bpf: 280,
      perf_event_open: 241,
      userfaultfd: 282,
      mount: 40,
      umount2: 39,
      pivot_root: 41,
      chroot: 51,
      swapon: 224,
      swapoff: 225,
      reboot: 142,
      init_module: 105,
      finit_module: 273,
      delete_module: 106,
      kexec_load: 104,
      kexec_file_load: 294,
      acct: 89,
      quotactl: 60,
      lookup_dcookie: 18,
      syslog: 116,
      vhangup: 58,
      setns: 268,
      open_by_handle_at: 265,
      process_vm_readv: 270,
      process_vm_writev: 271,
      kcmp: 272,
    },
  },
};

// The few words of the kernel's filter language that are needed, and where the facts of a call lie.
const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const give = 0x06;
const numberAt = 0;
/** The lower half of the first argument; both machines have that one first. */
const firstAt = 16;
const architectureAt = 4;
const allow = 0x7f_ff_00_00;
/** The call fails as one that is not permitted (EPERM). */
const refuse = 0x00_05_00_01;

/** What `ptrace` is asked for by who attaches. */
const attach = 16;
const seize = 0x42_06;

interface Step {
  readonly code: number;
  readonly value: number;
  /** How many steps are left out, where a comparison holds and where it does not. */
  readonly yes?: number;
  readonly no?: number;
}

/** The filter as the kernel reads it; undefined on a machine whose calls nobody listed. */
export function callFilter(
  architecture: NodeJS.Architecture,
  { tracing }: { readonly tracing: boolean },
): Uint8Array | undefined {
  const machine = machines[architecture];
  return machine === undefined ? undefined : encoded(stepsOf(machine, tracing));
}

/** SYSTEM-CALLS-3. */
function attachingRefused(ptrace: number): readonly Step[] {
  return [
    { code: jumpIfEqual, value: ptrace, no: 5 },
    { code: load, value: firstAt },
    { code: jumpIfEqual, value: attach, yes: 2 },
    { code: jumpIfEqual, value: seize, yes: 1 },
    { code: give, value: allow },
    { code: give, value: refuse },
  ];
}

function stepsOf({ audit, othersFrom, denied, ptrace }: Machine, tracing: boolean): readonly Step[] {
  const numbers = Object.values(denied);
  return [
    { code: load, value: architectureAt },
    { code: jumpIfEqual, value: audit, yes: 1 }, // SYSTEM-CALLS-1
    { code: give, value: refuse },
    { code: load, value: numberAt },
    ...(othersFrom === undefined
      ? []
      : [
          { code: jumpIfAtLeast, value: othersFrom, no: 1 },
          { code: give, value: refuse },
        ]),
    ...(tracing ? [] : attachingRefused(ptrace)),
    ...numbers.map((value, index) => ({ code: jumpIfEqual, value, yes: numbers.length - index })),
    { code: give, value: allow }, // SYSTEM-CALLS-2
    { code: give, value: refuse },
  ];
}

const stepBytes = 8;

function encoded(steps: readonly Step[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(steps.length * stepBytes));
  for (const [index, { code, yes = 0, no = 0, value }] of steps.entries()) {
    const at = index * stepBytes;
    bytes.setUint16(at, code, true);
    bytes.setUint8(at + 2, yes);
    bytes.setUint8(at + 3, no);
    bytes.setUint32(at + 4, value, true);
  }
  return new Uint8Array(bytes.buffer);
}
