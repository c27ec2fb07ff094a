// The agent programs Slipway knows by name: what of the user's environment each is given where nobody says, how a
// person gets it and logs it in, and whether it tells what a launch cost. Names and words only, never a value.

import type { AgentConfig, ProgramConfig } from './config.ts';

export type ProgramType = ProgramConfig['type'];

/** In the order in which they are preferred where nobody chose. */
export const programTypes: readonly ProgramType[] = ['claude', 'codex', 'opencode'];

interface KnownProgram {
  /** Variables it is given where the configuration names none. */
  readonly env: readonly string[];
  /** One command that puts it on the PATH. */
  readonly install: string;
  /** What follows the program's name where a person logs in. */
  readonly login: readonly string[];
  /** The variables that make a folder of ours the place where it keeps its login. */
  readonly loginFolder: (folder: string) => Readonly<Record<string, string>>;
}

export const knownPrograms: Readonly<Record<ProgramType, KnownProgram>> = {
  claude: {
    env: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN', 'ANTHROPIC_BASE_URL'],
    install: 'npm install -g @anthropic-ai/claude-code',
    login: ['auth', 'login'],
    loginFolder: (folder) => ({ CLAUDE_CONFIG_DIR: folder }),
  },
  codex: {
    env: ['OPENAI_API_KEY', 'CODEX_API_KEY', 'OPENAI_BASE_URL'],
    install: 'npm install -g @openai/codex',
    login: ['login'],
    loginFolder: (folder) => ({ CODEX_HOME: folder }),
  },
  opencode: {
    env: [
      'ANTHROPIC_API_KEY',
      'OPENAI_API_KEY',
      'OPENROUTER_API_KEY',
      'AI_GATEWAY_API_KEY',
      'GEMINI_API_KEY',
      'GOOGLE_GENERATIVE_AI_API_KEY',
      'GROQ_API_KEY',
      'MISTRAL_API_KEY',
      'DEEPSEEK_API_KEY',
      'XAI_API_KEY',
      'OPENCODE_API_KEY',
    ],
    install: 'npm install -g opencode-ai',
    login: ['auth', 'login'],
    loginFolder: (folder) => ({ XDG_DATA_HOME: folder }),
  },
};

/** A program as it is used where nobody says anything about it. */
export function programDefaults(type: ProgramType): ProgramConfig {
  return { type, env: knownPrograms[type].env, egress: [], mcp: {}, skills: [] };
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether an agent tells what a launch cost. What nobody tells is unknown, never nothing; and what a launch costs of a
 * subscription nobody can tell.
 */
export function tellsCost(agent: AgentConfig, env: Environment): boolean {
  switch (agent.type) {
    case 'claude':
      return ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'].some(
        (name) => agent.env.includes(name) && (env[name] ?? '') !== '',
      );
    case 'opencode':
    case 'scripted':
      return true;
    case 'codex':
    case 'acp':
    case 'command':
      return false;
  }
}

/** Plain facts about the surroundings are no secrets, and replacing them wherever they turn up would hide too much. */
const openly =
  /^(PATH|HOME|USER|SHELL|LANG|TZ|TERM|TMPDIR|NODE_\w+)$|^LC_|_(BASE_URL|HOST|PORT|REGION|MODEL|DIR|HOME)$/;
const credential = /KEY|TOKEN|SECRET|PASS|AUTH|CREDENTIAL/i;
/** A shorter value is a switch such as `true`, unless its name says what it is. */
const secretCharsMin = 8;

/** The values of what agents are given by name: they must not turn up in anything that is kept. */
export function secretValues(
  agents: Readonly<Record<string, AgentConfig>>,
  env: Environment,
): readonly string[] {
  const named = Object.values(agents).flatMap((agent) => (agent.type === 'scripted' ? [] : agent.env));
  const known = programTypes.flatMap((type) => knownPrograms[type].env);
  return [...new Set([...known, ...named])].flatMap((name) => {
    const value = env[name] ?? '';
    const isSecret = !openly.test(name) && (value.length >= secretCharsMin || credential.test(name));
    return isSecret && value !== '' ? [value] : [];
  });
}
