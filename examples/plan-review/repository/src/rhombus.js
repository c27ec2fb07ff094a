export const area = (a, h) => a * h;
