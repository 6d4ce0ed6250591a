import type { FormEvent, ReactNode, Ref } from 'react'
import classes from './Builder.module.css'

/** A builder: cards at the start, a preview at the end, which on a narrow screen is below them. */
export function BuilderForm({
  ref,
  onSave,
  preview,
  children,
}: {
  ref?: Ref<HTMLFormElement>
  onSave: () => Promise<void>
  preview: ReactNode
  children: ReactNode
}) {
  function submit(event: FormEvent): void {
    event.preventDefault()
    void onSave()
  }
  return (
    <form ref={ref} className={classes.builder} onSubmit={submit} noValidate>
      <div className={classes.cards}>{children}</div>
      {preview}
    </form>
  )
}
