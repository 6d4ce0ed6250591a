import { i18n } from '@lingui/core'

/** What every call says about its reader's language: the server answers, refuses and writes documents in it. */
export function spoken(): { 'accept-language': string } {
  return { 'accept-language': i18n.locale || 'en' }
}
