export const area = (a, b) => Math.PI * a * b;
