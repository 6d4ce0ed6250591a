// The sample line. Numbers 555-0100 to 555-0199 are reserved for fiction: no phone has them.

/** The number that texts of every sample line come from. */
export const SAMPLE_LINE_PHONE = '+16025550140'

/** The number of the sample worker: the only one that a sample line can text. */
export const SAMPLE_CONTACT_PHONE = '+16025550141'

/** The longest answer typed on the sample phone, in characters. */
export const SAMPLE_ANSWER_MAX = 1_600
