export const area = (a, b, h) => ((a + b) / 2) * h;
