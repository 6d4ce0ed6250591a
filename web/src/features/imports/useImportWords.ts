import { formatList } from '@crewline/contract/formats'
import type { Import } from '@crewline/contract/imports'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { FILE_MAX_MIB } from './upload/file-rules.ts'
import type { MatchProblem } from './match/targets.ts'
import type { Targets } from './match/useTargets.ts'

/** The color of a status label. */
export type Tone = 'gray' | 'blue' | 'green' | 'yellow' | 'red'

/** Returns the status label of an import and its color. */
export function useImportStateLabel(): (one: Import) => { label: string; tone: Tone } {
  const { t } = useLingui()
  return ({ state, result }) => {
    switch (state) {
      case 'reading':
      case 'checking':
        return { label: t`Checking`, tone: 'blue' }
      case 'matching':
        return { label: t`Match columns`, tone: 'yellow' }
      case 'checked':
        return { label: t`Check rows`, tone: 'yellow' }
      case 'running':
        return { label: t`Adding`, tone: 'blue' }
      case 'done':
        return result && result.skipped > 0
          ? { label: t`Done with errors`, tone: 'yellow' }
          : { label: t`Done`, tone: 'green' }
      case 'undoing':
        return { label: t`Undoing`, tone: 'blue' }
      case 'undone':
        return { label: t`Undone`, tone: 'gray' }
      case 'failed':
        return { label: t`Couldn't read`, tone: 'red' }
    }
  }
}

/** Returns the summary of an import: "4,231 added, 39 updated, 42 skipped". */
export function useImportResultText(): (result: NonNullable<Import['result']>) => string {
  return ({ added, updated, skipped, unchanged }) => {
    const parts = [
      plural(added, { one: '# added', other: '# added' }),
      plural(updated, { one: '# updated', other: '# updated' }),
      ...(unchanged > 0 ? [plural(unchanged, { one: '# unchanged', other: '# unchanged' })] : []),
      ...(skipped > 0 ? [plural(skipped, { one: '# skipped', other: '# skipped' })] : []),
    ]
    return parts.join(', ')
  }
}

/**
 * Explains why a file or a pasted table was rejected and what to do; `code` is a refusal of the client or the server.
 */
export function useUploadProblemText(): (code: string, words: string) => string {
  const { t } = useLingui()
  return (code, message) => {
    switch (code) {
      case 'old_excel':
        return t`We can't read this type of spreadsheet. Save it as .xlsx or .csv, then drop it here.`
      case 'other_kind':
        return t`This file isn't a table. Choose a .csv, .tsv, .txt, or .xlsx file.`
      case 'empty':
        return t`This file is empty. Make sure it was saved, then choose it again.`
      case 'too_large':
      case 'file_too_large':
        return t`This file is larger than ${FILE_MAX_MIB} MB. Split it in two and import each part.`
      case 'no_table':
        return t`This doesn't look like a table. Copy the cells with their headers, then paste again.`
      case 'offline':
        return t`The upload was interrupted. Check your connection, then try again.`
      case 'slow_down':
        return t`You've imported too many files in the past hour. Try again later.`
      case 'not_permitted':
        return t`Your role doesn't allow this. Ask an owner or admin for help.`
      default:
        return message || t`Couldn't read this file. Save it as .csv or .xlsx, then try again.`
    }
  }
}

/** Describes a problem that prevents the check of the rows. */
export function useMatchProblemText(
  targets: Targets,
  headerOf: (column: number) => string,
): (problem: MatchProblem) => string {
  const { t, i18n } = useLingui()
  const listed = (columns: number[]) =>
    formatList(
      columns.map((column) => `“${headerOf(column)}”`),
      i18n.locale,
    )
  return (problem) => {
    switch (problem.kind) {
      case 'no_name':
        return t`Choose a column for names: First name or Full name.`
      case 'no_key':
        return t`Choose a column that identifies each contact: Mobile or Employee ID.`
      case 'no_phone':
        return t`No column holds mobile numbers. Choose the phone column, or import without phone numbers.`
      case 'twice': {
        const name = targets.nameOf(problem.target)
        const columns = listed(problem.columns)
        return t`${name} is used for ${columns}. Keep only one.`
      }
      case 'field_unnamed': {
        const column = headerOf(problem.column)
        return t`Enter a name for the new “${column}” field.`
      }
      case 'mixed_dates': {
        const column = headerOf(problem.column)
        return t`Choose how dates are written in “${column}”.`
      }
      case 'field_twice': {
        const { name } = problem
        return t`A field named “${name}” already exists. Choose it or enter another name.`
      }
    }
  }
}
