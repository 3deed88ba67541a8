/**
 * Where the clock of every sequence starts: near the end of a day, of a month and of a year, so that jumps of different
 * lengths end in different periods.
 */
export const startOfTime = Date.UTC(2027, 11, 30, 22, 30)
