// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Method names as they stand on the wire.
namespace lockkeeper::mcp::method {

inline constexpr char kInitialize[] = "initialize";
inline constexpr char kInitialized[] = "notifications/initialized";
inline constexpr char kPing[] = "ping";
inline constexpr char kToolsList[] = "tools/list";
inline constexpr char kToolsCall[] = "tools/call";
inline constexpr char kToolsListChanged[] = "notifications/tools/list_changed";
inline constexpr char kProgress[] = "notifications/progress";
inline constexpr char kCancelled[] = "notifications/cancelled";
inline constexpr char kElicitationCreate[] = "elicitation/create";

} // namespace lockkeeper::mcp::method
