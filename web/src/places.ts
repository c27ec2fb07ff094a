// The screens that one can go to from everywhere, with the key of each behind `g`.

export const places = [
  { href: '/', name: 'Inbox', key: 'i' },
  { href: '/runs', name: 'Runs', key: 'u' },
  { href: '/chat', name: 'Chat', key: 't' },
  { href: '/costs', name: 'Costs', key: 'c' },
  { href: '/memory', name: 'Memory', key: 'm' },
  { href: '/system', name: 'System', key: 's' },
] as const;
