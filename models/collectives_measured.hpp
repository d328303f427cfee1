// SPDX-License-Identifier: GPL-3.0-or-later
// The measured network; internal to collectives.
#pragma once

#include "models/collectives.hpp"

namespace ridgepoint {

/// Latency of a collective: tree algorithms need log2 of the ranks inside a domain, then log2 of the domains.
[[nodiscard]] Seconds hop_latency(Group, const Network&);

/// Puts the measured time in place of the modelled one where the network has a curve for it; marks what it rests on.
/// `message` as the curve counts it.
void measure(Traffic&, CurveKind, Bytes message, Group, const Network&);

/// The curve that prices an expert all-to-all with one copy a domain: its own kind, or the plain all-to-all.
[[nodiscard]] CurveKind expert_curve(CurveKind wanted, Group, const Network&);

} // namespace ridgepoint
