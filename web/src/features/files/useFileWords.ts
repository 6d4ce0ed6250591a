import { useLingui } from '@lingui/react/macro'

/** Says beside a file, in the reader's language, why it could not be added. */
export function useFileWords(): (problem: string) => string {
  const { t } = useLingui()
  return (problem) => {
    switch (problem) {
      case 'file_refused':
        return t`We cannot send this kind of file. Use a photo, PDF, audio or MP4.`
      case 'file_too_large':
        return t`This file is too large. The limit is 10 MB.`
      case 'too_many':
        return t`Your organization has no space left for files.`
      case 'slow_down':
        return t`Too many files at once. Try again in a minute.`
      case 'offline':
        return t`The upload broke off.`
      default:
        return t`We could not add this file.`
    }
  }
}
