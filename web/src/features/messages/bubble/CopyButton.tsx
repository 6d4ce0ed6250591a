import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import { copyText } from './copy-text.ts'
import classes from './MessageBubble.module.css'

const thanksMs = 1500

/** Copies a message; shown next to it on hover or focus. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useLingui()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), thanksMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <Hint label={isCopied ? t`Copied` : t`Copy`}>
      {/* Every message has one, so it is a plain button whose icon is drawn by CSS when it is shown. */}
      <button
        type="button"
        className={classes.copy}
        onClick={() => void copyText(text).then(setCopied)}
        aria-label={t`Copy message`}
        data-copied={isCopied || undefined}
      />
    </Hint>
  )
}
