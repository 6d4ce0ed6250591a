import { readStored, writeStored } from './storage.ts'

const KEY = 'setup-hidden'

/** Returns whether the setup steps of an organization are hidden on this device. */
export function areSetupStepsHidden(organizationId: string): boolean {
  const hidden = readStored(KEY)
  return Array.isArray(hidden) && hidden.includes(organizationId)
}

/** Hides the setup steps of an organization on this device, or shows them again. */
export function setSetupStepsHidden(organizationId: string, isHidden: boolean): void {
  const stored = readStored(KEY)
  const others = Array.isArray(stored) ? (stored as unknown[]).filter((id) => id !== organizationId) : []
  writeStored(KEY, isHidden ? [...others, organizationId] : others)
}
