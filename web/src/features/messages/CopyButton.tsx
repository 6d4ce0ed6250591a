import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Hint } from '../../shared/ui/Hint.tsx'
import { copyWords } from './copy-words.ts'
import classes from './MessageBubble.module.css'

const thanksMs = 1500

/** Copies a message; stands beside its bubble while the pointer or the focus is there. */
export function CopyButton({ words }: { words: string }) {
  const { t } = useLingui()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), thanksMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <Hint label={isCopied ? t`Copied` : t`Copy`}>
      {/* Every bubble has one: no more than a button, and its picture is drawn by the style when it shows. */}
      <button
        type="button"
        className={classes.copy}
        onClick={() => void copyWords(words).then(setCopied)}
        aria-label={t`Copy message`}
        data-copied={isCopied || undefined}
      />
    </Hint>
  )
}
