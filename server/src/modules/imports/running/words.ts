import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../../kernel/i18n/localize.ts'
import type { StoredResult } from '../store/imports.ts'

type NotificationText = { title: string; message: string }

/** The notification when an import starts. */
export function importStartedText(fileName: string, rows: number, locale: string): NotificationText {
  return {
    title: localize(msg({ message: 'Importing contacts' }), locale),
    message: localize(
      msg({ message: '{fileName}: {rows, plural, one {# row} other {# rows}}', values: { fileName, rows } }),
      locale,
    ),
  }
}

/** The notification when an import is done. */
export function importDoneText({ added, updated, skipped }: StoredResult, locale: string): NotificationText {
  return {
    title: localize(msg({ message: 'Contacts imported' }), locale),
    message: localize(
      msg({
        message: '{added, number} added, {updated, number} updated, {skipped, number} skipped',
        values: { added, updated, skipped },
      }),
      locale,
    ),
  }
}

/** The notification when an import was undone; contacts changed since were kept. */
export function importUndoneText(result: StoredResult, locale: string): NotificationText {
  return {
    title: localize(msg({ message: 'Import undone' }), locale),
    message: localize(importUndoneNote(result), locale),
  }
}

/** Says what undoing an import did. */
export function importUndoneNote({ gone = 0, restored = 0, kept = 0 }: StoredResult): LocalizedText {
  return kept > 0
    ? msg({
        message:
          '{gone, number} archived, {restored, number} restored. {kept, plural, one {# changed since and stays} other {# changed since and stay}}.',
        values: { gone, restored, kept },
      })
    : msg({ message: '{gone, number} archived, {restored, number} restored.', values: { gone, restored } })
}

/** The notification when an import failed. */
export function importFailedText(fileName: string, locale: string): NotificationText {
  return {
    title: localize(msg({ message: 'Import stopped' }), locale),
    message: localize(msg({ message: "Couldn't finish {fileName}.", values: { fileName } }), locale),
  }
}

/** Builds the statement of the member about the consent of the contacts in a file, for the consent history. */
export function statement(fileName: string, by: string): string {
  return `“These people agreed to get texts from us.” ${by}, importing ${fileName}`
}
