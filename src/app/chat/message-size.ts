// How much a message holds. What is longer belongs into a file of the repository, or on a tracker.

export const messageCharsMax = 20_000;
