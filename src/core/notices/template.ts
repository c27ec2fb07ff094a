// In whose form a notice can be sent.

export const templateNames = ['standard', 'slack', 'teams'] as const;
export type Template = (typeof templateNames)[number];
