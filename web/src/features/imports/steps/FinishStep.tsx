import { formatList, formatNumber } from '@crewline/contract/formats'
import type { Import } from '@crewline/contract/imports'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { useRef, useState } from 'react'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useGroupValues } from '../../groups/index.ts'
import { useCommitImportMutation } from '../api.ts'
import { comesIn, hasNumbers } from '../inserted-states.ts'
import classes from '../Imports.module.css'
import { StepHeader } from './StepHeader.tsx'

function Summary({ contactImport }: { contactImport: Import }) {
  const { i18n } = useLingui()
  const { data: groups } = useGroupValues()
  const { counts, options, columns } = contactImport
  if (!counts) return null
  const { stays } = comesIn(counts)
  const joined = options.groupIds.flatMap((id) => groups?.find((group) => group.id === id)?.name ?? [])
  const names = formatList(joined, i18n.locale)
  const newFields = formatList(
    columns.flatMap(({ newField }) => newField?.name ?? []),
    i18n.locale,
  )
  return (
    <ul className={classes.summary}>
      <li>
        <Plural value={counts.new} one="# contact will be added." other="# contacts will be added." />
      </li>
      <li>
        <Plural value={counts.update} one="# contact will be updated." other="# contacts will be updated." />
      </li>
      {counts.unchanged > 0 && (
        <li>
          <Plural value={counts.unchanged} one="# contact won't change." other="# contacts won't change." />
        </li>
      )}
      {stays > 0 && (
        <li>
          <Plural
            value={stays}
            one="# row will be skipped. You can download it with its errors."
            other="# rows will be skipped. You can download them with their errors."
          />
        </li>
      )}
      {counts.optedOut > 0 && (
        <li>
          <Plural
            value={counts.optedOut}
            one="# of them opted out. They'll be imported but won't get texts."
            other="# of them opted out. They'll be imported but won't get texts."
          />
        </li>
      )}
      {counts.noPhone > 0 && (
        <li>
          <Plural
            value={counts.noPhone}
            one="# person has no mobile number and can't be texted."
            other="# people have no mobile number and can't be texted."
          />
        </li>
      )}
      {counts.landline > 0 && (
        <li>
          <Plural
            value={counts.landline}
            one="# of them has a landline, which can't get texts."
            other="# of them have a landline, which can't get texts."
          />
        </li>
      )}
      {joined.length > 0 && (
        <li>
          <Trans>They'll be added to {names}.</Trans>
        </li>
      )}
      {newFields !== '' && (
        <li>
          <Trans>New fields: {newFields}.</Trans>
        </li>
      )}
    </ul>
  )
}

/** Shows the counts of the import, the consent statement, and the button that runs it. */
export function FinishStep({ contactImport: one, onBack }: { contactImport: Import; onBack: () => void }) {
  const { t, i18n } = useLingui()
  const messageFor = useErrorText()
  const [commit, { isLoading }] = useCommitImportMutation()
  const [isAgreed, setAgreed] = useState(false)
  const [isMissed, setMissed] = useState(false)
  const [refusal, setRefusal] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const { comes, stays, isAny } = one.counts ? comesIn(one.counts) : { comes: 0, stays: 0, isAny: false }
  const asksConsent = hasNumbers(one)
  const skippedCount = formatNumber(stays, i18n.locale)

  async function runImport(): Promise<void> {
    if (asksConsent && !isAgreed) {
      setMissed(true)
      box.current?.focus()
      return
    }
    const { error } = await commit({ id: one.id, isAgreed })
    setRefusal(error ? messageFor(error) : '')
  }
  const label = comes === 0 ? t`Import now` : plural(comes, { one: 'Import # contact', other: 'Import # contacts' })
  return (
    <section className={classes.card} data-narrow>
      <StepHeader title={t`Finish`} />
      <Summary contactImport={one} />
      {asksConsent && (
        <Checkbox
          ref={box}
          className={classes.consent ?? ''}
          label={t`These people agreed to get texts from us`}
          description={t`They gave you their mobile number and agreed to get texts about work. We'll record who confirmed this and when.`}
          checked={isAgreed}
          required
          onChange={(event) => {
            setAgreed(event.currentTarget.checked)
            setMissed(false)
          }}
          error={isMissed && t`Check this box to continue. You can't text contacts without their consent.`}
        />
      )}
      {refusal !== '' && (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      )}
      <p className={classes.quiet}>
        <Trans>You can undo this import for 24 hours.</Trans>
      </p>
      <div className={classes.foot}>
        <Button variant="default" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button loading={isLoading} disabled={!isAny} onClick={() => void runImport()}>
          {stays > 0 ? t`${label}, skip ${skippedCount}` : label}
        </Button>
      </div>
    </section>
  )
}
