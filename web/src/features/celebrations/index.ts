// What other features show about celebrations.
export { NamingSetting } from './NamingSetting.tsx'
