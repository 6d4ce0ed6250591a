import { Plural } from '@lingui/react/macro'
import { useEffect, useRef, type MouseEvent } from 'react'
import classes from './FormSummary.module.css'

export interface FormSummaryProps {
  /**
   * The rejected fields in the order of the form; the summary shows from two on, because a single error shows next to
   * its field.
   */
  errors: { field: string; message: string }[]
  /** A sentence about the whole form, shown alone or above the fields. */
  problem?: string
  /** A number that grows with each rejected submit; each change moves the focus here, or to the only rejected field. */
  attempt: number
}

function focusField(field: string, container: Element | null): void {
  const name = CSS.escape(field)
  container?.closest('form')?.querySelector<HTMLElement>(`[name="${name}"], [data-path="${name}"]`)?.focus()
}

/** Lists the errors of a form at its top: each links to its field. Inputs need `name` or Mantine's `data-path`. */
export function FormSummary({ errors, problem = '', attempt }: FormSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const isVisible = errors.length > 1 || problem !== ''

  useEffect(() => {
    if (attempt === 0) return
    const only = errors.length === 1 && problem === '' ? errors[0] : undefined
    if (only) focusField(only.field, box.current)
    else box.current?.focus()
    // Only a new attempt moves the focus, never a correction while typing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt])

  function jump(event: MouseEvent<HTMLAnchorElement>, field: string): void {
    event.preventDefault()
    focusField(field, box.current)
  }

  // Marks the form to find the rejected field in.
  if (!isVisible) return <div ref={box} hidden />
  return (
    <div ref={box} className={classes.summary} role="alert" tabIndex={-1}>
      <p className={classes.title}>
        {problem || <Plural value={errors.length} one="Check # field" other="Check # fields" />}
      </p>
      {errors.length > 0 && (
        <ul className={classes.list}>
          {errors.map(({ field, message }) => (
            <li key={field}>
              <a className={classes.link} href={`#${field}`} onClick={(event) => jump(event, field)}>
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
