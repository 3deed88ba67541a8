-- Posts the bodies of a file in turn, one per line, and prints the result as JSON.
local requests, next_one = {}, 0

function init()
  local headers = {
    ["content-type"] = "application/json",
    ["authorization"] = "Bearer " .. os.getenv("LOAD_TOKEN")
  }
  for body in io.lines(os.getenv("LOAD_BODIES")) do
    requests[#requests + 1] = wrk.format("POST", nil, headers, body)
  end
end

function request()
  next_one = next_one % #requests + 1
  return requests[next_one]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%f,"refused":%d,"broken":%d,"p50":%f,"p99":%f}\n',
    summary.requests, summary.duration / 1e6, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
