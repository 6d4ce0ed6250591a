import type { Rule } from '@crewline/contract/filters'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { FieldList } from './FieldList.tsx'
import { fieldNamed, type FilterField } from '../filter-field.ts'
import classes from '../chips/FilterChips.module.css'
import { ComparatorSelect } from '../inputs/RuleInputs.tsx'
import { isComplete, newRule } from '../rules.ts'
import { ValueInput } from '../inputs/ValueInput.tsx'

export interface RuleFormProps {
  /** The rule to edit; absent for a new one, which starts with the choice of its field. */
  rule?: Rule | undefined
  fields: readonly FilterField[]
  onApply: (rule: Rule) => void
  onAdvanced: () => void
  /** Renders dropdowns inside the popover that holds the form. */
  isInPopover: boolean
}

// Multi-select lists stay open during selection: they render in the form, not over its button, and close on blur.
const inlineComboboxProps = { withinPortal: false, closeOnClickOutside: false }

/** Edits one rule step by step: field, then comparator and value. */
export default function RuleForm({ rule: initialRule, fields, onApply, onAdvanced, isInPopover }: RuleFormProps) {
  const [rule, setRule] = useState(initialRule)
  const field = rule && fieldNamed(fields, rule.field)
  const box = useRef<HTMLDivElement>(null)
  // Focuses the first input of each step: the focus trap of the popover runs only once, and the code may load later.
  const step = field?.name ?? ''
  useEffect(() => {
    const form = box.current
    if (form?.dataset.step !== step) return
    const first = form.querySelector<HTMLElement>('[data-autofocus]') ?? form.querySelector('input')
    first?.focus()
  }, [step])
  const comboboxProps = isInPopover ? { withinPortal: false } : undefined
  const isReady = rule !== undefined && isComplete(rule, fields)
  function apply(event: FormEvent): void {
    event.preventDefault()
    event.stopPropagation()
    if (rule && isReady) onApply(rule)
  }
  return (
    <div ref={box} className={classes.form ?? ''} data-step={step}>
      {rule && field ? (
        <form onSubmit={apply} noValidate>
          <Stack gap="xs">
            <p className={classes.about}>{field.label}</p>
            <ComparatorSelect rule={rule} fields={fields} onChange={setRule} comboboxProps={comboboxProps} />
            <ValueInput
              // Another comparator may need another input, which starts empty.
              key={rule.cmp}
              field={field}
              rule={rule}
              comboboxProps={inlineComboboxProps}
              isFirst
              onChange={(value) => setRule({ field: rule.field, cmp: rule.cmp, ...(value !== undefined && { value }) })}
            />
            <Button
              type="submit"
              size="xs"
              disabled={!isReady}
              // Otherwise the list above would close on mousedown and the button would move before mouseup.
              onMouseDown={(event) => event.preventDefault()}
            >
              <Trans>Apply</Trans>
            </Button>
          </Stack>
        </form>
      ) : (
        <FieldList fields={fields} onPick={(picked) => setRule(newRule(picked))} onAdvanced={onAdvanced} />
      )}
    </div>
  )
}
