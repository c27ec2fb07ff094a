// The names of all forges, for whoever only has to know them: configuration.

export const forgeNames = ['local', 'github'] as const;

export type ForgeName = (typeof forgeNames)[number];

/** Where pull requests live when nobody says. */
export const usualForge: ForgeName = 'local';
