// Mirages: things a plan takes for granted that are not so, or needs and does not plan. The patterns are a closed
// list, so that what is found can be counted and, where code can look, checked.

import type { Severity } from '../roles/verdict.ts';

/** The first ten are claims about what is there; the last seven are gaps. */
export const miragePatterns = [
  'phantom_api',
  'version_mismatch',
  'pattern_mismatch',
  'missing_dependency',
  'file_path_hallucination',
  'schema_mismatch',
  'integration_fantasy',
  'scope_creep',
  'test_infrastructure_mismatch',
  'concurrency_blindness',
  'missing_error_path',
  'missing_validation',
  'missing_edge_case',
  'missing_requirement',
  'missing_cleanup',
  'missing_migration',
  'missing_security_boundary',
] as const;

export type MiragePattern = (typeof miragePatterns)[number];

export const mirageSeverities = ['BLOCKING', 'IMPORTANT', 'MINOR'] as const;

/** One scale for all audits. */
export const severityOf: Readonly<Record<(typeof mirageSeverities)[number], Severity>> = {
  BLOCKING: 'CRITICAL',
  IMPORTANT: 'MAJOR',
  MINOR: 'MINOR',
};

/** What a claim of this pattern says is not there, where that can be looked up. */
export const lookedUp: Readonly<Partial<Record<MiragePattern, 'file' | 'symbol' | 'dependency' | 'script'>>> =
  {
    phantom_api: 'symbol',
    missing_dependency: 'dependency',
    file_path_hallucination: 'file',
    test_infrastructure_mismatch: 'script',
  };
