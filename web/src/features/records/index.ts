// Owns retention, legal holds and exports of records. Must not depend on the lists that show the data itself.
export { recordsLive } from './live.ts'
export { useClassNames } from './useClassNames.ts'
