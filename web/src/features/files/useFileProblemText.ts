import { useLingui } from '@lingui/react/macro'

/** Returns a function that explains in the user's language why a file could not be added. */
export function useFileProblemText(): (problem: string) => string {
  const { t } = useLingui()
  return (problem) => {
    switch (problem) {
      case 'file_refused':
        return t`We can't send this type of file. Use a photo, PDF, audio, or MP4.`
      case 'file_too_large':
        return t`This file is too large. The limit is 10 MB.`
      case 'too_many':
        return t`Your organization is out of space for files. Ask an owner or admin for help.`
      case 'slow_down':
        return t`Too many files at once. Try again in a minute.`
      case 'offline':
        return t`The upload was interrupted. Try again.`
      default:
        return t`Couldn't add this file.`
    }
  }
}
