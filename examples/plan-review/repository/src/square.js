export const area = (a) => a ** 2;
