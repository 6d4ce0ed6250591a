import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Loader, PinInput } from '@mantine/core'
import { CODE_DIGITS } from '@crewline/contract/limits'
import { useEffect, useId, useRef, useState, type ClipboardEvent } from 'react'
import classes from './CodeBoxes.module.css'

/** Why a code was rejected; `isKept` when the code may be right and only has to be sent again. */
export interface CodeProblem {
  text: string
  canRetry?: boolean
}

export interface CodeBoxesProps {
  /** Checks a complete code; resolves to the problem, or to undefined when it was right. */
  onCode: (code: string) => Promise<CodeProblem | undefined>
}

/** Six boxes for a code, to be typed, pasted or autofilled; the last digit submits. */
export function CodeBoxes({ onCode }: CodeBoxesProps) {
  const { t } = useLingui()
  const errorId = useId()
  const boxes = useRef<HTMLDivElement>(null)
  const [code, setCode] = useState('')
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<CodeProblem>()

  useEffect(() => {
    if (problem && !problem.canRetry) boxes.current?.querySelector('input')?.focus()
  }, [problem])

  async function check(fullCode: string): Promise<void> {
    if (isChecking) return
    setChecking(true)
    const codeProblem = await onCode(fullCode)
    if (!codeProblem?.canRetry) setCode('')
    setChecking(false)
    setProblem(codeProblem)
  }

  function take(next: string): void {
    setCode(next)
    if (next.length === CODE_DIGITS) void check(next)
    else if (next !== '') setProblem(undefined)
  }

  function paste(event: ClipboardEvent): void {
    const digits = event.clipboardData.getData('text/plain').replace(/\D/g, '')
    event.preventDefault()
    event.stopPropagation()
    if (digits !== '') take(digits.slice(0, CODE_DIGITS))
  }

  return (
    <div className={classes.code}>
      <p className={classes.hint}>
        <Trans>We'll check the code once you enter the last digit.</Trans>
      </p>
      <PinInput
        className={classes.boxes}
        rootRef={boxes}
        length={CODE_DIGITS}
        type="number"
        inputMode="numeric"
        oneTimeCode
        placeholder=""
        size="lg"
        gap={8}
        aria-label={t`Code`}
        value={code}
        onChange={take}
        onPasteCapture={paste}
        readOnly={isChecking}
        error={problem !== undefined}
        getInputProps={(index) => {
          const digit = index + 1
          return {
            'aria-label': t`Digit ${digit} of 6`,
            'aria-describedby': problem ? errorId : undefined,
            'aria-invalid': problem !== undefined,
          }
        }}
        // The boxes are all there is on these pages.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <div className={classes.line} role="alert" id={errorId}>
        {problem && !isChecking && <p className={classes.error}>{problem.text}</p>}
      </div>
      {isChecking && <Loader size={20} role="status" aria-label={t`Checking the code`} />}
      {problem?.canRetry && !isChecking && (
        <Button variant="default" onClick={() => void check(code)}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}
