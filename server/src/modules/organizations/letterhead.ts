import type { Organization } from '@crewline/contract/organizations'
import type { Kernel } from '../../kernel/kernel.ts'
import { unlinked, type Email } from '../mail/index.ts'

/** Returns who an email for an organization is from: its name and the logo for light backgrounds, as an absolute address. */
export function senderOf({ config }: Kernel, { name, logo }: Organization): NonNullable<Email['sender']> {
  const picture = logo?.light
  return {
    name: unlinked(name),
    logo: picture ? { url: config.publicUrl + picture.url, width: picture.width, height: picture.height } : undefined,
  }
}
