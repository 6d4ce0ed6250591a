import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useCan } from '../../../../shared/lib/session/select.ts'
import { useLinesQuery } from '../../../lines/index.ts'
import classes from '../Composer.module.css'
import type { Draft } from '../useDraft.ts'

const SAME = 'same'

/** Chooses the number the broadcast is sent from; only of use with more than one number. */
export function LinePick({ draft }: { draft: Draft }) {
  const { t } = useLingui()
  const mayRead = useCan('lines.manage')
  const { data } = useLinesQuery(undefined, { skip: !mayRead })
  const lines = data?.lines ?? []
  const { lineId } = draft.content.options
  if (lines.length < 2 && lineId === null) return null
  return (
    <section className={classes.section}>
      <Select
        label={t`Send from`}
        description={t`Replies go to the number people already know, unless you choose one.`}
        value={lineId ?? SAME}
        onChange={(chosen) => draft.changeOptions({ lineId: chosen === SAME ? null : chosen })}
        data={[
          { value: SAME, label: t`The number of each conversation` },
          ...lines.map(({ id, label, phoneDisplay }) => ({
            value: id,
            label: label ? `${label} · ${phoneDisplay}` : phoneDisplay,
          })),
        ]}
        allowDeselect={false}
        error={draft.errors['options.lineId']}
      />
    </section>
  )
}
