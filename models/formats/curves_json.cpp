// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/curves_json.hpp"

namespace ridgepoint::formats {

namespace {

constexpr double giga = 1e9, micro = 1e-6;
constexpr Range gigabytes_a_second{1e-6, 1e7}, bytes{1, 1e15}, microseconds{1e-3, 1e12}, count{1, 1e6};
constexpr std::size_t most_points = 1000;

constexpr Name<CurveKind> kinds[]{{"all-reduce", CurveKind::all_reduce},
                                  {"all-gather", CurveKind::all_gather},
                                  {"reduce-scatter", CurveKind::reduce_scatter},
                                  {"all-to-all", CurveKind::all_to_all},
                                  {"send-receive", CurveKind::send_receive},
                                  {"expert-dispatch", CurveKind::expert_dispatch},
                                  {"expert-combine", CurveKind::expert_combine}};

/// One curve while it is read: the class itself is never half made.
struct Draft {
    CurveKind kind{};
    int domains = 0, ranks = 0;
    std::vector<CurvePoint> points;
    std::optional<BytesPerSecond> bus;
};

Field<Draft> points_field() {
    return {"points", "a list of [bytes, microseconds] by rising size",
            [](Draft& out, const Json& value, const Place& place) {
                check_array(value, place, 1, most_points);
                for (std::size_t i = 0; i < value.size(); ++i) {
                    check_array(value[i], place.at(i), 2, 2);
                    const double size = read_number(value[i][0], place.at(i).at(0), bytes);
                    if (!out.points.empty() && size <= out.points.back().message.value)
                        place.at(i).at(0).fail(value[i][0], "does not rise", "sizes by rising size");
                    out.points.push_back(
                        {Bytes(size), Seconds(read_number(value[i][1], place.at(i).at(1), microseconds) * micro)});
                }
            },
            [](const Draft& in) -> std::optional<Json> {
                if (in.points.empty())
                    return std::nullopt;
                Json list = Json::array();
                for (const CurvePoint& p : in.points)
                    list.push_back(Json::array({p.message.value, in_unit(p.time.value, micro)}));
                return list;
            }};
}

const Fields<Draft>& curve_fields() {
    static const Fields<Draft> fields{
        choice("collective", &Draft::kind, std::span<const Name<CurveKind>>(kinds)).required(),
        integer("domains", &Draft::domains, count).required(),
        integer("ranks", &Draft::ranks, {2, 1e7}).required(),
        points_field(),
        quantity("bus_gbps", &Draft::bus, giga, gigabytes_a_second),
    };
    return fields;
}

BandwidthCurve read_curve(const Json& value, const Place& place) {
    Draft d;
    read_fields(d, value, place, curve_fields());
    if (d.points.empty() == !d.bus)
        place.fail(d.bus ? "points and bus_gbps stand together" : "points missing", "one of points, bus_gbps");
    if (d.ranks < d.domains)
        place.in("ranks").fail(value["ranks"], "is less than one a domain", "domains or more");
    if (d.bus)
        return {d.kind, d.domains, d.ranks, *d.bus};
    return {d.kind, d.domains, d.ranks, std::move(d.points)};
}

Json write_curve(const BandwidthCurve& c) {
    return write_fields(Draft{c.kind(), c.domains(), c.ranks(), c.points(), c.any_size()}, curve_fields());
}

Field<NetworkCurves> curves_field() {
    return {"curves", "a list of curves",
            [](NetworkCurves& out, const Json& value, const Place& place) {
                check_array(value, place, 1, 1000);
                for (std::size_t i = 0; i < value.size(); ++i) {
                    BandwidthCurve curve = read_curve(value[i], place.at(i));
                    for (const BandwidthCurve& other : out.curves)
                        if (other.kind() == curve.kind() && other.domains() == curve.domains())
                            place.at(i).fail("there are two curves of this collective and number of domains",
                                             "one of each");
                    out.curves.push_back(std::move(curve));
                }
            },
            [](const NetworkCurves& in) {
                Json list = Json::array();
                for (const BandwidthCurve& c : in.curves)
                    list.push_back(write_curve(c));
                return list;
            }};
}

/// Links that nobody stated are left out: such curves are not scaled to another cluster's links.
Field<NetworkCurves> link_field(std::string key, BytesPerSecond NetworkCurves::*member) {
    Field<NetworkCurves> field = quantity(std::move(key), member, giga, gigabytes_a_second);
    field.write = [member, write = field.write](const NetworkCurves& in) -> std::optional<Json> {
        return (in.*member).value > 0 ? write(in) : std::nullopt;
    };
    return field;
}

const Fields<NetworkCurves>& fields() {
    using N = NetworkCurves;
    static const Fields<N> all{
        text("name", &N::name),
        integer("gpus_per_domain", &N::gpus_per_domain, count).required(),
        link_field("scale_up_gbps", &N::scale_up),
        link_field("scale_out_gbps", &N::scale_out),
        curves_field().required(),
    };
    return all;
}

const Fields<NetworkCurves>& preset_fields() {
    static const Fields<NetworkCurves> all = [] {
        Fields<NetworkCurves> list = fields();
        list.push_back(text("id", &NetworkCurves::id).required());
        for (const char* key : {"suits", "sources"})
            list.push_back(remark<NetworkCurves>(key));
        return list;
    }();
    return all;
}

} // namespace

NetworkCurves read_curves(const Json& value, const Place& place, Remarks remarks) {
    NetworkCurves curves;
    read_fields(curves, value, place, remarks == Remarks::allowed ? preset_fields() : fields());
    return curves;
}

Json write_curves(const NetworkCurves& curves) {
    return write_fields(curves, fields());
}

} // namespace ridgepoint::formats
