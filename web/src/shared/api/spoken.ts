import { i18n } from '@lingui/core'

/** Returns the header with the user's language: the server writes its responses, errors and documents in it. */
export function languageHeader(): { 'accept-language': string } {
  return { 'accept-language': i18n.locale || 'en' }
}
