import type { RecordProblem } from '@crewline/contract/verify-records'
import { useLingui } from '@lingui/react/macro'

/** Returns a function that says what is wrong with an export. */
export function useProblemText(): (problem: RecordProblem) => string {
  const { t } = useLingui()
  return (problem) => {
    const path = 'path' in problem ? problem.path : ''
    const texts: Record<RecordProblem['code'], string> = {
      not_a_zip: t`This is not an export of records.`,
      no_manifest: t`The manifest or its signature is missing.`,
      bad_manifest: t`The manifest can't be read.`,
      bad_signature: t`The manifest was changed, or someone else signed it.`,
      other_key: t`Another installation signed this.`,
      unsupported: t`This browser can't check signatures. Use the command.`,
      bad_root: t`The root hash doesn't match the list of files.`,
      changed: t`Changed: ${path}`,
      missing: t`Missing: ${path}`,
      added: t`Added: ${path}`,
      reordered: t`In another place: ${path}`,
      duplicate: t`Twice: ${path}`,
      unreadable: t`Damaged: ${path}`,
    }
    return texts[problem.code]
  }
}
