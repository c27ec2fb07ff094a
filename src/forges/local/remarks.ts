// What people say on a pull request of the local forge, and how Slipway answers, as pure functions on its record.

import type { Approval } from '../../core/remarks/seen.ts';
import type { Forge, Remark } from '../forge.ts';
import { answered, refused } from './answers.ts';
import type { Edit } from './edits.ts';
import { textCharsMax, tooMuch } from './edits.ts';

/** Something new; its id and the head it is about are the record's to know. */
export interface NewRemark extends Pick<
  Remark,
  'kind' | 'author' | 'body' | 'at' | 'path' | 'line' | 'verdict' | 'isEdited'
> {
  /** The thread it goes on with. */
  readonly on?: string;
}

type Reply = Omit<Parameters<Forge['reply']>[0], 'repository' | 'number'>;

const remarksMax = 1000;
const slipway = { name: 'slipway', isOurAccount: true };

export function withRemark(said: NewRemark): Edit {
  return (record) => {
    const remarks = record.remarks ?? [];
    if (record.state !== 'open')
      return refused(`#${record.number} is ${record.state}: nothing is said on it any more.`);
    if (said.body.length > textCharsMax)
      return tooMuch('A remark', said.body.length, textCharsMax, 'characters');
    if (remarks.length >= remarksMax)
      return tooMuch('A pull request', remarks.length + 1, remarksMax, 'remarks');
    const { on, kind, ...words } = said;
    const id = `r${remarks.reduce((sum, { replies = [] }) => sum + 1 + replies.length, 1)}`;
    if (on !== undefined) return withFurther(on, { ...words, id })(record);
    return answered({ ...record, remarks: [...remarks, { ...words, kind, id, head: record.head }] });
  };
}

/** Further words of somebody in a thread, which is open again by that. */
function withFurther(on: string, words: Omit<Remark, 'replies' | 'kind'>): Edit {
  return (record) => {
    const remarks = record.remarks ?? [];
    const meant = remarks.find(({ id }) => id === on);
    if (meant === undefined) return refused(`#${record.number} has no remark ${on} to go on with.`);
    const next = { ...meant, isResolved: false, replies: [...(meant.replies ?? []), words] };
    return answered({ ...record, remarks: remarks.map((remark) => (remark === meant ? next : remark)) });
  };
}

/** Found by its marker; a reply that is there is written anew, so that the last words count. */
export function withReply({ remark: id, marker, body, resolves }: Reply): Edit {
  return (record) => {
    if (body.length > textCharsMax) return tooMuch('A reply', body.length, textCharsMax, 'characters');
    const remarks = record.remarks ?? [];
    const meant = remarks.find((remark) => remark.id === id);
    if (meant === undefined) return refused(`#${record.number} has no remark ${id} to reply to.`);
    const others = (meant.replies ?? []).filter((reply) => reply.marker !== marker);
    const reply = { id: `${id}/${marker}`, author: slipway, body, at: meant.at, marker };
    const next = { ...meant, replies: [...others, reply], ...(resolves ? { isResolved: true } : {}) };
    return answered({ ...record, remarks: remarks.map((remark) => (remark === meant ? next : remark)) });
  };
}

/** Whoever asked for changes and has not taken that back, whatever was pushed since. */
export function demandingIn(remarks: readonly Remark[]): readonly string[] {
  const last = new Map<string, Remark['verdict']>();
  for (const { author, verdict } of remarks) {
    if (verdict !== undefined && verdict !== 'commented') last.set(author.name, verdict);
  }
  return [...last].filter(([, verdict]) => verdict === 'changes-requested').map(([name]) => name);
}

/** The last word of each person about this head; nobody is asked for one here. */
export function approvalOf(remarks: readonly Remark[], head: string): Approval {
  const last = new Map<string, Remark['verdict']>();
  for (const { author, verdict, head: about } of remarks) {
    if (about === head && verdict !== undefined && verdict !== 'commented') last.set(author.name, verdict);
  }
  const said = [...last.values()];
  if (said.includes('changes-requested')) return 'changes-requested';
  return said.includes('approved') ? 'approved' : 'not-asked';
}
