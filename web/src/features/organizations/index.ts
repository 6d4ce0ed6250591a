// Owns the organization a member works in: its name, and later its settings and the switch to another one.
// Must never know contacts or messages.
export { OrganizationName } from './OrganizationName.tsx'
