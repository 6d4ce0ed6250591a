import type { Import } from '@crewline/contract/imports'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { FILE_MAX_MIB } from './file-rules.ts'
import type { MatchProblem } from './targets.ts'
import type { Targets } from './useTargets.ts'

/** The look of a state word. */
export type Tone = 'gray' | 'blue' | 'green' | 'yellow' | 'red'

/** Says in one word how an import stands, with its tone. */
export function useStateWords(): (one: Import) => { words: string; tone: Tone } {
  const { t } = useLingui()
  return ({ state, result }) => {
    switch (state) {
      case 'reading':
      case 'checking':
        return { words: t`Checking`, tone: 'blue' }
      case 'matching':
        return { words: t`Match columns`, tone: 'yellow' }
      case 'checked':
        return { words: t`Check rows`, tone: 'yellow' }
      case 'running':
        return { words: t`Adding`, tone: 'blue' }
      case 'done':
        return result && result.skipped > 0
          ? { words: t`Done with problems`, tone: 'yellow' }
          : { words: t`Done`, tone: 'green' }
      case 'undoing':
        return { words: t`Undoing`, tone: 'blue' }
      case 'undone':
        return { words: t`Undone`, tone: 'gray' }
      case 'failed':
        return { words: t`Not read`, tone: 'red' }
    }
  }
}

/** Says what came of an import: "4,231 added, 39 updated, 42 skipped". */
export function useResultWords(): (result: NonNullable<Import['result']>) => string {
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

/** Says why a file or a pasted table was not taken and what to do; `code` is a refusal of ours or of the server. */
export function useUploadWords(): (code: string, words: string) => string {
  const { t } = useLingui()
  return (code, words) => {
    switch (code) {
      case 'old_excel':
        return t`We cannot read this kind of spreadsheet. Save it as .xlsx or .csv, then drop it here.`
      case 'other_kind':
        return t`This is not a table. Choose a .csv, .tsv, .txt or .xlsx file.`
      case 'empty':
        return t`This file is empty. Check that it was saved, then choose it again.`
      case 'too_large':
      case 'file_too_large':
        return t`This file is larger than ${FILE_MAX_MIB} MB. Split it into two and bring them in one after the other.`
      case 'no_table':
        return t`This is not a table. Copy the cells together with their headings, then paste again.`
      case 'offline':
        return t`The upload broke off. Check your connection, then try again.`
      case 'slow_down':
        return t`You brought in many files this hour. Try again later.`
      case 'not_permitted':
        return t`Your role does not allow this. Ask an owner or admin for help.`
      default:
        return words || t`We could not read this file. Save it as .csv or .xlsx, then try again.`
    }
  }
}

/** Says what stands between the chosen columns and the check of the rows. */
export function useMatchWords(
  targets: Targets,
  headerOf: (column: number) => string,
): (problem: MatchProblem) => string {
  const { t, i18n } = useLingui()
  const listed = (columns: number[]) =>
    new Intl.ListFormat(i18n.locale).format(columns.map((column) => `“${headerOf(column)}”`))
  return (problem) => {
    switch (problem.kind) {
      case 'no_name':
        return t`Choose the column with the names: First name or Full name.`
      case 'no_key':
        return t`Choose the column that tells people apart: Mobile or Employee ID.`
      case 'twice': {
        const name = targets.nameOf(problem.target)
        const columns = listed(problem.columns)
        return t`${name} is chosen for ${columns}. Keep one.`
      }
      case 'field_unnamed': {
        const column = headerOf(problem.column)
        return t`Name the new field for “${column}”.`
      }
      case 'field_twice': {
        const { name } = problem
        return t`There is a field named “${name}” already. Choose it, or another name.`
      }
    }
  }
}
