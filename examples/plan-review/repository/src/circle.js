export const area = (r) => Math.PI * r ** 2;
