// Owns the sample line: starting it, its notice in the thread, and the phone of its sample worker. Must not depend on
// how the inbox shows messages.
export { useSampleQuery } from './api.ts'
export { SampleNotice } from './SampleNotice.tsx'
export { SamplePhone } from './SamplePhone.tsx'
export { useTrySample } from './useTrySample.ts'
