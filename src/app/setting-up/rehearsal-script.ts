// The script of a rehearsal: it plays every role of a run that adds one small file, whatever the ticket says. Pure.

import type { CheckSpec } from '../../core/evidence/evidence.ts';

export const rehearsalName = 'slipway-script.yaml';

export function rehearsalScript(checks: readonly CheckSpec[], cited: string): string {
  const verification = checks
    .filter((check) => check.when === 'task' || check.kind === 'test')
    .map((check) => check.name);
  return `# Plays every role of a run without any account. Whatever the ticket says, the run adds one small file: this is a
# rehearsal of the way, not of the work. Edit it to try out more; docs/guides/scripted-agents.md lists the steps.
# The first entry that matches is played.

- role: investigator
  do:
    - print: Looking at the repository.
    - answer:
        type: analysis
        analysis: >-
          This is a rehearsal. A real investigator would read the ticket and the code here, say what has to change and
          why, and cite the places it found. This text is long enough to pass the guard that wants more than two hundred
          characters, and what it cites exists.
        relatedCode: [{ file: ${JSON.stringify(cited)}, line: 1, why: the repository begins here }]

- role: planner
  do:
    - answer:
        type: plan
        summary: Add one file that says a rehearsal took place.
        confidence: 0.95
        risks: []
        openQuestions: []
        grants: []
        tasks:
          - id: rehearse
            title: Add a note about the rehearsal
            description: Write the file SLIPWAY-REHEARSAL.md with one paragraph that says what a rehearsal is.
            files: [SLIPWAY-REHEARSAL.md]
            tests: []
            creates: [SLIPWAY-REHEARSAL.md]
            dependsOn: []
            executor: implementer
            verification: ${JSON.stringify(verification)}
            successCriteria: [the file exists]
            # One for each acceptance criterion of the ticket; free text has one.
            covers: [AC1]
            destructive: false

- role: implementer
  do:
    - print: Writing the note.
    - write:
        path: SLIPWAY-REHEARSAL.md
        text: |
          # A rehearsal

          Slipway brought this file here: planned, written, checked and reviewed by a script. Delete it.
    - answer: { type: work, status: done, summary: Wrote the note. }

- role: reviewer
  do:
    - answer:
        type: verdict
        conclusion: pass
        confidence: 0.9
        summary: The note is there.
        findings: []
        criteria: [{ id: AC1, met: true, evidence: SLIPWAY-REHEARSAL.md }]
`;
}
