import type { Rule } from '@crewline/contract/filters'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { FieldList } from './FieldList.tsx'
import { fieldNamed, type FilterField } from './filter-field.ts'
import classes from './FilterChips.module.css'
import { ComparatorSelect } from './RuleInputs.tsx'
import { isComplete, newRule } from './rules.ts'
import { ValueInput } from './ValueInput.tsx'

export interface RuleFormProps {
  /** The rule to change; absent for a new one, which begins with its field. */
  rule?: Rule | undefined
  fields: readonly FilterField[]
  onApply: (rule: Rule) => void
  onAdvanced: () => void
  /** Lists of choices open inside the popover that holds the form. */
  isInPopover: boolean
}

// Several choices stay open while one chooses: they stand in the form, not over its button, and go when the focus goes.
const inPlace = { withinPortal: false, closeOnClickOutside: false }

/** One rule step by step: field, then comparison and value. */
export default function RuleForm({ rule: given, fields, onApply, onAdvanced, isInPopover }: RuleFormProps) {
  const [rule, setRule] = useState(given)
  const field = rule && fieldNamed(fields, rule.field)
  const box = useRef<HTMLDivElement>(null)
  // Each step begins at its own first input; the popover's trap looks only once, and the code may come later.
  useEffect(() => {
    const first = box.current?.querySelector<HTMLElement>('[data-autofocus]') ?? box.current?.querySelector('input')
    first?.focus()
  }, [field?.name])
  const comboboxProps = isInPopover ? { withinPortal: false } : undefined
  const isReady = rule !== undefined && isComplete(rule, fields)
  function apply(event: FormEvent): void {
    event.preventDefault()
    event.stopPropagation()
    if (rule && isReady) onApply(rule)
  }
  return (
    <div ref={box} className={classes.form ?? ''}>
      {rule && field ? (
        <form onSubmit={apply} noValidate>
          <Stack gap="xs">
            <p className={classes.about}>{field.label}</p>
            <ComparatorSelect rule={rule} fields={fields} onChange={setRule} comboboxProps={comboboxProps} />
            <ValueInput
              // Another comparison may need another input, which begins fresh.
              key={rule.cmp}
              field={field}
              rule={rule}
              comboboxProps={inPlace}
              isFirst
              onChange={(value) => setRule({ field: rule.field, cmp: rule.cmp, ...(value !== undefined && { value }) })}
            />
            <Button
              type="submit"
              size="xs"
              disabled={!isReady}
              // The list above would close at the press, and the button be elsewhere at the release.
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
